/* SPDX-License-Identifier: MIT */
/* A few threads that wait for work. */
#include "draw/draw.h"

#include <pthread.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

#define MOST_WORKERS 64u
#define LOOKS 1000 /* for work before going to sleep: some microseconds, where waking takes more */

typedef struct worker {
    s9_pool *pool;
    uint32_t number;
    pthread_t thread;
} worker;

struct s9_pool {
    s9_allocator allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work_is_there, work_is_done;
    s9_pool_work work;
    void *user;
    /* Changed with the mutex held, looked at without. */
    atomic_uint round; /* counts pieces of work */
    atomic_uint busy;
    atomic_bool leave;
    uint32_t count; /* workers, the caller's thread included */
    worker workers[MOST_WORKERS];
};

uint32_t s9_processor_count(void)
{
#if defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    long count = (long)info.dwNumberOfProcessors;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > (long)MOST_WORKERS ? MOST_WORKERS : (uint32_t)count;
}

static inline void pause_a_little(void)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void *wait_for_work(void *argument)
{
    worker *self = argument;
    s9_pool *pool = self->pool;
    unsigned seen = 0;
    for (;;) {
        for (int i = 0; i < LOOKS && atomic_load(&pool->round) == seen && !atomic_load(&pool->leave); i++) {
            pause_a_little();
        }
        pthread_mutex_lock(&pool->mutex);
        while (pool->round == seen && !pool->leave) {
            pthread_cond_wait(&pool->work_is_there, &pool->mutex);
        }
        if (pool->leave) {
            pthread_mutex_unlock(&pool->mutex);
            return NULL;
        }
        seen = pool->round;
        s9_pool_work work = pool->work;
        void *user = pool->user;
        pthread_mutex_unlock(&pool->mutex);
        work(user, self->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) {
            pthread_cond_signal(&pool->work_is_done);
        }
        pthread_mutex_unlock(&pool->mutex);
    }
}

s9_pool *s9_pool_create(const s9_allocator *allocator, uint32_t threads)
{
    uint32_t wanted = threads == 0 ? s9_processor_count() : threads < MOST_WORKERS ? threads : MOST_WORKERS;
    s9_pool *pool = s9_allocate_zero(allocator, 1, sizeof *pool);
    if (!pool) {
        return NULL;
    }
    pool->allocator = s9_allocator_or_default(allocator);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_is_there, NULL);
    pthread_cond_init(&pool->work_is_done, NULL);
    pool->count = 1;
    while (pool->count < wanted) {
        worker *next = &pool->workers[pool->count];
        next->pool = pool;
        next->number = pool->count;
        if (pthread_create(&next->thread, NULL, wait_for_work, next) != 0) {
            break;
        }
        pool->count++;
    }
    return pool;
}

void s9_pool_destroy(s9_pool *pool)
{
    if (!pool) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->leave = true;
    pthread_cond_broadcast(&pool->work_is_there);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 1; i < pool->count; i++) {
        pthread_join(pool->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&pool->work_is_done);
    pthread_cond_destroy(&pool->work_is_there);
    pthread_mutex_destroy(&pool->mutex);
    s9_allocator allocator = pool->allocator;
    s9_release(&allocator, pool);
}

uint32_t s9_pool_size(const s9_pool *pool)
{
    return pool->count;
}

void s9_pool_run(s9_pool *pool, s9_pool_work work, void *user)
{
    if (pool->count > 1) {
        pthread_mutex_lock(&pool->mutex);
        pool->work = work;
        pool->user = user;
        pool->busy = pool->count - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->work_is_there);
        pthread_mutex_unlock(&pool->mutex);
    }
    work(user, 0);
    if (pool->count > 1) {
        for (int i = 0; i < LOOKS && atomic_load(&pool->busy) > 0; i++) {
            pause_a_little();
        }
        pthread_mutex_lock(&pool->mutex);
        while (pool->busy > 0) {
            pthread_cond_wait(&pool->work_is_done, &pool->mutex);
        }
        pthread_mutex_unlock(&pool->mutex);
    }
}
