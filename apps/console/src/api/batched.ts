/** Wait for further ids before a request is sent. */
const GATHER_MS = 30

/** Joins calls that follow each other closely into requests of at most `most` ids. An id missing in the answer is undefined. */
export function batched<Id, T>(
  load: (ids: Id[]) => Promise<ReadonlyMap<Id, T>>,
  most: number,
): (id: Id) => Promise<T | undefined> {
  type Batch = { ids: Id[]; answer: Promise<ReadonlyMap<Id, T>> }
  let open: Batch | undefined

  function start(): Batch {
    const ids: Id[] = []
    const send = async () => {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      if (open?.ids === ids) open = undefined
      return load(ids)
    }
    return { ids, answer: send() }
  }

  return async (id) => {
    if (!open || open.ids.length >= most) open = start()
    open.ids.push(id)
    return (await open.answer).get(id)
  }
}
