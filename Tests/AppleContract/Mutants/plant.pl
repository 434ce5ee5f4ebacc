# Finds the places of the Apple sources where a safeguard can be weakened, and writes the sources with all of them built
# in, each behind a switch. Run by `mutate`.
#
#   perl plant.pl SOURCES COPY REFUSED <FILES
#
# FILES are paths below SOURCES; they are written to COPY. REFUSED holds the numbers that are left out. The list goes to
# standard output: number, file, line, pattern, the line itself; what is left out to standard error. No line is added or
# removed, so that what the compiler says about the copy holds for the source.
use strict;
use warnings;

my ($from, $to, $refused) = @ARGV;
my %refused;
if (open my $in, '<', $refused) { chomp, $refused{$_} = 1 while <$in> }

# Modules with a stand-in for these exist in the build; see Package.swift.
my %imports = map { $_ => 1 } qw(AVFoundation UIKit SwiftUI CoreImage Metal QuartzCore ImageIO VideoToolbox CoreMedia AVKit
    MediaPlayer);

# Methods that end, take back or let go of something.
my $ends = qr/(?:cancel|invalidate|remove|pause|release|clear|end|stop|drop|hide|forget|leave|empty|close|retire|hold
    |standDown|interrupt|displace|flush|detach|reset)(?:[A-Z]\w*)?/x;

# Of the file in hand: its text and what of it is searched, what is put around or in place of parts of it, and which
# places are known.
my ($text, $mask, @wraps, @swaps, %planted);
my ($number, $inactive, $views) = (0, 0, 0);

# The text with comments, strings, directives, and what is not compiled here blanked; of the same length.
sub masked {
    my ($all) = @_;
    my $out = $all;
    my $blank = sub { my ($start, $end) = @_; substr($out, $start, $end - $start) =~ s/[^\n]/ /g };
    pos($all) = 0;
    while (pos($all) < length $all) {
        my $start = pos $all;
        if ($all =~ m{\G//[^\n]*}gc || $all =~ m{\G/\*.*?\*/}gcs || $all =~ m{\G""".*?"""}gcs) {
            $blank->($start, pos $all);
        } elsif ($all =~ /\G"(?:[^"\\\n]|\\\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)|\\.)*"/gc) {
            $blank->($start + 1, pos($all) - 1);
        } else {
            $all =~ /\G./gcs;
        }
    }
    # Each level: whether it is compiled, and whether a branch of it was.
    my (@levels, $place);
    $place = 0;
    for my $line (split /^/, $out) {
        my $length = length $line;
        if ($line =~ /^\s*#(if|elseif|else|endif)\b(.*)/) {
            if ($1 eq 'if') {
                my $holds = holds($2);
                push @levels, [$holds, $holds];
            } elsif ($1 eq 'elseif') {
                my $holds = !$levels[-1][1] && holds($2);
                $levels[-1] = [$holds, $levels[-1][1] || $holds];
            } elsif ($1 eq 'else') {
                $levels[-1] = [!$levels[-1][1], 1];
            } else {
                pop @levels;
            }
            $blank->($place, $place + $length);
        } elsif (grep { !$_->[0] } @levels) {
            $inactive++ if $line =~ /\S/;
            $blank->($place, $place + $length);
        }
        $place += $length;
    }
    # Views of SwiftUI: stand-ins show few of them.
    while ($out =~ /\bstruct \w+(?:<[^>\n]*>)?: [^{\n]*\b(?:View|ViewModifier)\b[^{\n]*\{/g) {
        my ($start, $end) = ($-[0], closing($out, $+[0] - 1));
        $views += () = substr($out, $start, $end - $start) =~ /^.*\S/mg;
        $blank->($start, $end);
        pos($out) = $end;
    }
    return $out;
}

# Whether a condition of #if is true in the contract's build.
sub holds {
    my ($condition) = @_;
    $condition =~ s/\bcanImport\((\w+)\)/$imports{$1} ? 1 : 0/ge;
    $condition =~ s/\bos\((\w+)\)/$1 eq 'Linux' ? 1 : 0/ge;
    $condition =~ s/\b(?:hasAttribute|targetEnvironment|compiler)\([^)]*\)|\b[A-Z_]{3,}\b/0/g;
    die "cannot read #if $condition\n" if $condition =~ /[^01!&|() ]/;
    return eval($condition) ? 1 : 0;
}

# Where the bracket at a place is closed.
sub closing {
    my ($in, $place) = @_;
    my $depth = 0;
    pos($in) = $place;
    while ($in =~ /([\(\[\{])|[\)\]\}]/g) {
        $depth += defined $1 ? 1 : -1;
        return $+[0] if $depth == 0;
    }
    return length $in;
}

# Splits a range at what matches outside of all brackets; `undef` if brackets do not match.
sub parts {
    my ($start, $end, $separator) = @_;
    my ($depth, $begin, @parts) = (0, $start);
    pos($mask) = $start;
    while (pos($mask) < $end) {
        if ($mask =~ /\G[\(\[\{]/gc) { $depth++ }
        elsif ($mask =~ /\G[\)\]\}]/gc) { return if --$depth < 0 }
        elsif ($depth == 0 && $mask =~ /\G(?:$separator)/gc) {
            push @parts, [$begin, $-[0]];
            $begin = $+[0];
        } else { $mask =~ /\G./gcs }
    }
    return if $depth;
    return map { [trimmed(@$_)] } @parts, [$begin, $end];
}

sub trimmed {
    my ($start, $end) = @_;
    $start++ while $start < $end && substr($mask, $start, 1) =~ /\s/ && substr($text, $start, 1) =~ /\s/;
    $end-- while $end > $start && substr($text, $end - 1, 1) =~ /\s/;
    return ($start, $end);
}

sub has { my ($start, $end, $what) = @_; my @parts = parts($start, $end, $what); return @parts > 1 }

sub words { my ($start, $end) = @_; return substr $mask, $start, $end - $start }

# Notes a place; returns its number, or 0 if it is not to be planted.
sub place {
    my ($start, $pattern) = @_;
    return 0 if $planted{"$start $pattern"}++;
    my $line = 1 + (substr($text, 0, $start) =~ tr/\n//);
    my $whole = (split /\n/, $text, -1)[$line - 1];
    $whole =~ s/^\s+|\s+$//g;
    $number++;
    print join("\t", $number, $main::file, $line, $pattern, $whole), "\n";
    return $refused{$number} ? 0 : $number;
}

sub wrap {
    my ($start, $end, $pattern, $open, $close) = @_;
    my $own = place($start, $pattern) or return;
    push @wraps, [$start, $end, sprintf($open, $own), $close, scalar @wraps];
}

sub force_true { wrap(@_, '(mutant(%d) || (', '))') }
sub force_false { wrap(@_, '(!mutant(%d) && (', '))') }

# A condition: what may be dropped of it, and its bounds.
sub condition {
    my ($start, $end) = @_;
    return if words($start, $end) =~ /\b(?:await|try)\b/ || has($start, $end, qr/ \? | \?\? /);
    for my $case ([qr/ \|\| |\n\s*\|\| /, 'or'], [qr/ && |\n\s*&& /, 'and']) {
        my @operands = parts($start, $end, $case->[0]);
        next if @operands < 2;
        for my $operand (@operands) {
            $case->[1] eq 'and' ? force_true(@$operand, 'and') : force_false(@$operand, 'or');
            condition(@$operand);
        }
        return;
    }
    my @sides = parts($start, $end, qr/ (?:<|<=|>|>=) /);
    return if @sides != 2 || has($start, $end, qr/ (?:==|!=|===|!==|~=|\.\.<|\.\.\.) /);
    my ($left, $right) = @sides;
    my %names = ('<' => 'less', '<=' => 'atMost', '>' => 'greater', '>=' => 'atLeast');
    my ($sign) = words($left->[1], $right->[0]) =~ /^\s*(\S+)\s*$/;
    my $own = place($left->[1], 'bound') or return;
    push @wraps, [$start, $end, "mutantCompare($own, ", ')', scalar @wraps];
    push @swaps, [$left->[1], $right->[0], ", .$names{$sign}, "];
}

sub conditions {
    while ($mask =~ /\b(guard|if)\s(?=\s*[\w!(])/g) {
        my ($kind, $start) = ($1, $+[0]);
        my ($depth, $end) = (0);
        while ($mask =~ /([(\[])|([)\]])|(\{)|(\})|\b(else)\b/g) {
            if ($depth == 0 && ($kind eq 'if' ? defined $3 : defined $5)) { $end = $-[0]; last }
            $depth++ if defined $1 || defined $3;
            $depth-- if defined $2 || defined $4;
            last if $depth < 0;
        }
        pos($mask) = $start;
        next unless defined $end;
        ($start, $end) = trimmed($start, $end);
        for my $clause (parts($start, $end, ',')) {
            my $words = words(@$clause);
            next if $words =~ /^(?:let|var|case)\b|\b(?:await|try)\b|#/ || $words eq '';
            if ($kind eq 'guard') {
                force_true(@$clause, 'guard');
            } else {
                force_true(@$clause, 'if true');
                force_false(@$clause, 'if false');
            }
            condition(@$clause);
        }
        pos($mask) = $start;
    }
}

# Conditions outside of `if` and `guard`: on a line of their own, in a closure on one line, after `where`.
sub expressions {
    my $lead = qr/(?:return |(?:[\w ]+ )?(?:let|var) \w+(?:: \w+)? = |[\w.]+ = |[\w ]*var \w+: Bool \{ |(?:&&|\|\|) )?/;
    while ($mask =~ /^[ ]+$lead(?=[\w!(\$])([^\n]*)$/mg) {
        my ($start, $end, $next, $line) = ($-[1], $+[1], $+[0], $1);
        my ($before) = substr($mask, 0, $start) =~ /([^\n]*)$/;
        next if $line =~ /^(?:guard|if|case|where|while|for|func|precondition|else|switch)\b/;
        next if "$before$line" !~ /&&|\|\|/;
        next if substr($mask, $next, 200) =~ /^\s*[.?]/;
        ($start, $end) = trimmed($start, $end);
        $end-- while substr($mask, $end - 1, 1) =~ /\s/;
        ($start, $end) = trimmed($start, $end - 1) if $before =~ /\{ $/ && substr($mask, $end - 1, 1) eq '}';
        my @choice = parts($start, $end, qr/ \? /) or next;
        my @sides = parts($choice[0][0], $choice[0][1], qr/ (?:=|\?\?) |,/);
        condition(@{ $choice[0] }) if @sides == 1;
        # The one operand of a line that goes on with what came before.
        if (@choice == 1 && !has(@{ $choice[0] }, qr/ && | \|\| /)) {
            force_true(@{ $choice[0] }, 'and') if $before =~ /&& $/;
            force_false(@{ $choice[0] }, 'or') if $before =~ /\|\| $/;
        }
        pos($mask) = $next;
    }
    while ($mask =~ /\{ ([^{}\n]*(?:&&|\|\|)[^{}\n]*) \}|\bwhere ([^{}\n]*?)(?=:| \{|$)/mg) {
        my ($start, $end, $next) = defined $1 ? ($-[1], $+[1], $+[0]) : ($-[2], $+[2], $+[0]);
        my @choice = parts($start, $end, qr/ \? /);
        condition(@{ $choice[0] }) if @choice && !has(@{ $choice[0] }, qr/ (?:=|\?\?|in) |,/);
        pos($mask) = $next;
    }
}

# Statements of a line of their own, of a case, or alone in braces on one line.
sub statements {
    while ($mask =~ /(?<=[ ])(?:[\w.?!\[\]]|\(\\?[\w. ]*\))*?\b$ends\([^\n{}]*\)(?= *(?:$|\}))/mg) {
        statement($-[0], $+[0], 'call');
    }
    while ($mask =~ /(?<=[ ])out\.append\(\.(?:pause|cancelPreroll|wake)\b[^\n{}]*\)(?= *(?:$|\}))/mg) {
        statement($-[0], $+[0], 'call');
    }
    while ($mask =~ /(?<=[ ])\w[\w.?!\[\]]*(?:\([\w.]*\)\])? = (?:nil|false|true)(?= *(?:$|\}))/mg) {
        statement($-[0], $+[0], 'assign');
    }
    while ($mask =~ /(?<=[ ])\([\w., ]+\) = \([^\n{}]*\b(?:nil|false|true)\b[^\n{}]*\)(?= *(?:$|\}))/mg) {
        statement($-[0], $+[0], 'assign');
    }
}

sub statement {
    my ($start, $end, $pattern) = @_;
    my $resume = pos $mask;
    my @one = parts($start, $end, qr/;/);
    my ($before) = substr($mask, 0, $start) =~ /([^\n]*)$/;
    my $earlier = substr($mask, 0, $start - length $before);
    my $alone = $before =~ /^\s*$/ && $earlier !~ /(?:[=,(+\-:]|&&|\|\||\breturn)\s*\z/
        || $before =~ /(?:\{|\bin|^\s*(?:case [^{}]*|default):) $/ && substr($mask, $end, 3) =~ /^ *(?:\}|\n)/;
    # After `case …:` and `{` a statement; a label of an argument ends with a colon too.
    $alone = 1 if $earlier =~ /(?:case [^{}\n]*|default):\s*\z/ && $before =~ /^\s*$/;
    if ($alone && @one == 1 && substr($mask, $end, 200) !~ /^\s*\./ && words($start, $end) !~ /\b(?:await|try)\b/) {
        wrap($start, $end, $pattern, 'if !mutant(%d) { ', ' }');
    }
    pos($mask) = $resume;
}

sub clamps {
    while ($mask =~ /(?<![.\w])(min|max)\(/g) {
        my ($start, $name, $open, $resume) = ($-[1], $1, $+[0], pos $mask);
        my @arguments = parts($open, closing($mask, $open - 1) - 1, ',');
        if (@arguments == 2) {
            my ($first, $second) = (place($start, "$name, 1st"), place($start, "$name, 2nd"));
            push @swaps, [$start, $open, 'mutant' . ucfirst($name) . "($first, $second, "] if $first || $second;
        }
        pos($mask) = $resume;
    }
}

sub durations {
    while ($mask =~ /\.(?:seconds|milliseconds|microseconds)\(([\d_.]+)\)/g) {
        my ($start, $end, $value) = ($-[1], $+[1], $1);
        my $resume = pos $mask;
        if (my $own = place($start, 'time doubled')) {
            push @swaps, [$start, $end, "mutant($own) ? 2 * $value : $value"];
        }
        pos($mask) = $resume;
    }
}

# The text with everything planted. Wraps nest, for one that begins later ends no later.
sub rewritten {
    my @inserts;
    for my $wrap (@wraps) {
        my ($start, $end, $open, $close, $order) = @$wrap;
        push @inserts, [$start, 1, -$end, $order, $open, 0], [$end, 0, -$start, -$order, $close, 0];
    }
    push @inserts, [$_->[0], 2, 0, 0, $_->[2], $_->[1] - $_->[0]] for @swaps;
    my ($out, $place) = ('', 0);
    for my $insert (sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] || $a->[2] <=> $b->[2] || $a->[3] <=> $b->[3] }
        @inserts)
    {
        $out .= substr($text, $place, $insert->[0] - $place) . $insert->[4];
        $place = $insert->[0] + $insert->[5];
    }
    return $out . substr($text, $place);
}

while (our $file = <STDIN>) {
    chomp $file;
    open my $in, '<', "$from/$file" or die "$file: $!\n";
    $text = do { local $/; <$in> };
    # Any byte is a character: what is planted has no others.
    $mask = masked($text);
    (@wraps, @swaps, %planted) = ();
    conditions();
    expressions();
    statements();
    clamps();
    durations();
    my $new = rewritten();
    my $old = '';
    if (open my $there, '<', "$to/$file") { $old = do { local $/; <$there> } }
    # A file that is not written is not compiled again.
    next if $new eq $old;
    open my $out, '>', "$to/$file" or die "$file: $!\n";
    print $out $new;
}
print STDERR "left out: $inactive lines that are not compiled here, $views of SwiftUI views, few of which are shown here\n";
