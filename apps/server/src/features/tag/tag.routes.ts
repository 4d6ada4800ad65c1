import { tagApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { importTemplate } from './import-tags.ts'
import type { TagGroupService } from './tag-group.service.ts'
import type { TagImportService } from './tag-import.service.ts'
import type { TagService } from './tag.service.ts'

type TagParts = { tags: TagService; tagGroups: TagGroupService; tagImports: TagImportService }

export function tagRoutes(app: FastifyInstance, deps: ImplementDeps, { tags, tagGroups, tagImports }: TagParts): void {
  implement(app, deps, '标签', tagApi, {
    list: ({ caller, body }) => tags.list(caller, body.withUsage),
    create: ({ caller, body }) => tags.create(caller, body),
    update: ({ caller, body: { id, version, ...fields } }) => tags.update(caller, id, version, fields),
    remove: ({ caller, query }) => tags.remove(caller, query.id),
    merge: ({ caller, body }) => tags.merge(caller, body.fromId, body.toId),
    batch: ({ caller, body }) => tags.batch(caller, body),
    createBind: ({ caller, body }) => tags.createBind(caller, body),
    tryRule: ({ caller, body }) => tags.tryRule(caller, body),
    template: () => importTemplate(),
    import: ({ caller, body, file }) => tagImports.run(caller, file, body),
    listGroups: ({ caller }) => tagGroups.list(caller),
    createGroup: ({ caller, body }) => tagGroups.create(caller, body),
    updateGroup: ({ caller, body: { id, version, ...fields } }) => tagGroups.update(caller, id, version, fields),
    moveGroup: ({ caller, body }) => tagGroups.move(caller, body.groupId, body.targetPosition),
    removeGroup: ({ caller, query }) => tagGroups.remove(caller, query.id),
  })
}
