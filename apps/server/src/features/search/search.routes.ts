import { searchApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { SearchService } from './search.service.ts'
import type { ThreadSearchService } from './thread-search.service.ts'

type SearchParts = { search: SearchService; threadSearch: ThreadSearchService }

export function searchRoutes(app: FastifyInstance, deps: ImplementDeps, { search, threadSearch }: SearchParts): void {
  implement(app, deps, '搜索', searchApi, {
    global: ({ caller, body }) => search.global(caller, body),
    thread: ({ caller, body }) => threadSearch.find(caller, body),
  })
}
