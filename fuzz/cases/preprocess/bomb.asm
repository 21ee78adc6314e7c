#define X0(a) a a
#define X1(a) X0(X0(X0(X0(X0(a)))))
#define X2(a) X1(X1(X1(X1(X1(a)))))
#define X3(a) X2(X2(X2(X2(X2(a)))))
vs_1_1
X3(X3(nop))
