import { knowledgeApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { KnowledgeParts } from './create-knowledge.ts'
import { goodsTemplate, importTemplate } from './import/import-rows.ts'

export function knowledgeRoutes(app: FastifyInstance, deps: ImplementDeps, knowledge: KnowledgeParts): void {
  const { entries, files, imports, reviews, usages } = knowledge
  implement(app, deps, '知识库', knowledgeApi, {
    page: ({ caller, body: { page, pageSize, sort, ...filter } }) =>
      entries.page(caller, filter, { page, pageSize, sort }),
    detail: ({ caller, query }) => entries.detail(caller, query.relationId, query.id),
    upload: ({ caller, body, file }) => files.upload(caller, body.relationId, file),
    template: ({ query }) => (query.type === 'goods' ? goodsTemplate() : importTemplate()),
    import: ({ caller, body: { relationId, library, ...options }, file }) =>
      imports.run(caller, { relationId, library }, file, options),
    save: ({ caller, body: { relationId, library, type, ...input } }) =>
      entries.save(caller, { relationId, library }, type, input),
    update: ({ caller, body: { relationId, id, version, ...change } }) =>
      entries.update(caller, { relationId, id, version }, change),
    relearn: ({ caller, body }) => entries.relearn(caller, body.relationId, body.id),
    remove: ({ caller, query }) => entries.remove(caller, query.relationId, query.id),
    move: ({ caller, body }) => entries.move(caller, body),
    useShared: ({ caller, body }) => entries.useShared(caller, body.relationId, body.enabled),
    whereUsed: ({ caller, query }) => usages.whereUsed(caller, query),
    usage: ({ caller, body }) => usages.usage(caller, body),
    hitTest: ({ caller, body }) => entries.hitTest(caller, body.relationId, body.question),
    pageCandidates: ({ caller, body: { relationId, status, ...paging } }) =>
      reviews.pageCandidates(caller, relationId, status, paging),
    reviewCandidate: ({ caller, body: { relationId, id, action, ...words } }) =>
      reviews.reviewCandidate(caller, { relationId, id }, action, words),
    pageMisses: ({ caller, body: { relationId, status, ...paging } }) =>
      reviews.pageMisses(caller, relationId, status, paging),
    settleMiss: ({ caller, body: { relationId, id, action, ...words } }) =>
      reviews.settleMiss(caller, { relationId, id }, action, words),
  })
}
