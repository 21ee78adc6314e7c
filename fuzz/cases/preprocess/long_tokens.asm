#define P(a) a##a
#define Q(a) P(a)
#define S(a) #a
#define Q3(a) Q(Q(Q(a)))
#define Q9(a) Q3(Q3(Q3(a)))
vs_1_1
Q9(texdepthQ9(Q9(Q9(x))))
S(Q9(Q9(x)))
