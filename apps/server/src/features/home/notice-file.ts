import { readFile, stat } from 'node:fs/promises'
import { HomeNotice } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

const Notices = z.array(HomeNotice.strict()).max(100)

/**
 * Notices of the operator, newest first, read again when the file has changed. A file that cannot be read is logged, once for each
 * change, and shows nothing.
 */
export function createNoticeFile(path: string, log: FastifyBaseLogger) {
  let known: { changedAt: number; notices: HomeNotice[] } | undefined
  return async (): Promise<HomeNotice[]> => {
    if (!path) return []
    const changedAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => -1)
    if (known?.changedAt !== changedAt) {
      const notices = await read(path).catch((error: unknown) => {
        log.error({ err: error, path }, 'the file of notices (NOTICE_FILE) cannot be read')
        return []
      })
      known = { changedAt, notices }
    }
    return known.notices
  }
}

const read = async (path: string): Promise<HomeNotice[]> =>
  Notices.parse(JSON.parse(await readFile(path, 'utf8'))).toSorted((one, other) =>
    other.publishedAt.localeCompare(one.publishedAt),
  )
