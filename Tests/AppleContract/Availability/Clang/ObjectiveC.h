// The root class. With it, classes behave as on Apple platforms, including their optional requirements.
typedef long NSInteger;
typedef unsigned long NSUInteger;

#pragma clang assume_nonnull begin

@protocol NSObject
- (_Bool)isEqual:(nullable id)object;
@property(readonly) NSUInteger hash;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end

#pragma clang assume_nonnull end
