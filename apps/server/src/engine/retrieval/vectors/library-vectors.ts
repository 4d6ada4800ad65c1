import type { Queryable } from '../../../db/database.ts'
import { type Library, libraryIdOf } from '../pieces.repo.ts'
import { VectorMatrix } from './vector-matrix.ts'
import type { Space } from './spaces.repo.ts'
import { type StoredVector, vectorsAfter } from './vectors.repo.ts'

const MEGABYTE = 1024 * 1024
/** Of all libraries together; beyond it the least recently used is evicted. */
const BYTES_MAX = 256 * MEGABYTE
/** Of one library; pieces beyond it are found by words only. */
const LIBRARY_BYTES_MAX = 64 * MEGABYTE
const READ_AT_ONCE = 1_000

type CachedLibrary = {
  matrix: VectorMatrix
  last: Pick<StoredVector, 'vectorNo' | 'no'>
  reading: Promise<void> | undefined
}

type LibraryVectors = {
  readonly bytes: number
  load(library: Library, space: Space): Promise<VectorMatrix>
}

/**
 * In-memory cache of vectors, per node. A piece's vector never changes, so a load reads only rows after the last cursor
 * (vectorNo, no); deleted pieces are removed when a search comes across them.
 */
export function createLibraryVectors(db: Queryable, bytesMax = BYTES_MAX): LibraryVectors {
  /** In the order of last use: the first is evicted first. */
  const cache = new Map<string, CachedLibrary>()
  const totalBytes = () => [...cache.values()].reduce((sum, { matrix }) => sum + matrix.bytes, 0)

  const readOn = async (cached: CachedLibrary, library: Library, { id }: Space): Promise<void> => {
    while (cached.matrix.bytes <= LIBRARY_BYTES_MAX) {
      const stored = await vectorsAfter(db, library, id, { after: cached.last, limit: READ_AT_ONCE })
      for (const { no, vector } of stored)
        cached.matrix.add(no, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      cached.last = stored.at(-1) ?? cached.last
      if (stored.length < READ_AT_ONCE) return
    }
  }

  const evict = (asked: string): void => {
    for (const key of cache.keys()) {
      if (totalBytes() <= bytesMax || key === asked) return
      cache.delete(key)
    }
  }

  return {
    get bytes() {
      return totalBytes()
    },
    async load(library, space) {
      const key = `${library.entId} ${libraryIdOf(library)} ${space.id}`
      const cached = cache.get(key) ?? {
        matrix: new VectorMatrix(space.dimensions),
        last: { vectorNo: 0, no: 0 },
        reading: undefined,
      }
      cache.delete(key)
      cache.set(key, cached)
      cached.reading ??= readOn(cached, library, space).finally(() => {
        cached.reading = undefined
      })
      await cached.reading
      evict(key)
      return cached.matrix
    },
  }
}
