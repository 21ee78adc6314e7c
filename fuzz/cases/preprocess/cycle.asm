#include "a"
vs_1_1
%%f a
#include "b"
%%f b
#include "a"
