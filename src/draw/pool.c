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
    uint64_t round; /* counts pieces of work */
    uint32_t busy;
    bool leave;
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

static void *wait_for_work(void *argument)
{
    worker *self = argument;
    s9_pool *pool = self->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == seen && !pool->leave) {
            pthread_cond_wait(&pool->work_is_there, &pool->mutex);
        }
        if (pool->leave) {
            break;
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
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
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
        pthread_mutex_lock(&pool->mutex);
        while (pool->busy > 0) {
            pthread_cond_wait(&pool->work_is_done, &pool->mutex);
        }
        pthread_mutex_unlock(&pool->mutex);
    }
}
