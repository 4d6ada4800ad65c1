export type BoundedQueue = <T>(job: () => Promise<T>) => Promise<T>

type Limits = { running: number; waiting: number; refuse(): Error }

/** Runs some jobs at once, keeps some more waiting in their order, and refuses the rest at once. */
export function boundedQueue({ running, waiting, refuse }: Limits): BoundedQueue {
  const queue: (() => void)[] = []
  let taken = 0
  return async (job) => {
    if (taken < running) taken += 1
    else if (queue.length >= waiting) throw refuse()
    // The job that ends hands its place over.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await job()
    } finally {
      const next = queue.shift()
      if (next) next()
      else taken -= 1
    }
  }
}
