import { quickReplyApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { type LibraryDeps } from './change-library.ts'
import { createQuickReplyGroupService } from './quick-reply-group.service.ts'
import { createQuickReplyImportService } from './quick-reply-import.service.ts'
import type { QuickReplyService } from './quick-reply.service.ts'

export function quickReplyRoutes(
  app: FastifyInstance,
  http: ImplementDeps,
  replies: QuickReplyService,
  deps: LibraryDeps,
): void {
  const groups = createQuickReplyGroupService(deps)
  const tables = createQuickReplyImportService(deps)
  implement(app, http, '快捷回复', quickReplyApi, {
    groupReplies: ({ caller }) => replies.groupReplies(caller),
    createGroup: ({ caller, body }) => groups.create(caller, body.ownerType, body.title),
    updateGroup: ({ caller, body }) => groups.rename(caller, body.id, body.title),
    removeGroup: ({ caller, body }) => groups.remove(caller, body.id),
    moveGroup: ({ caller, body }) => groups.move(caller, body.groupId, body.targetPosition),
    create: ({ caller, body }) => replies.create(caller, body),
    update: ({ caller, body: { id, version, ...fields } }) => replies.update(caller, id, version, fields),
    move: ({ caller, body }) => replies.move(caller, body.id, body.groupId, body.targetPosition),
    remove: ({ caller, body }) => replies.remove(caller, body.id),
    copy: ({ caller, body }) => replies.copy(caller, body.id),
    template: () => tables.template(),
    import: ({ caller, body: { ownerType, ...options }, file }) => tables.import(caller, ownerType, file, options),
    export: ({ caller, body }) => tables.export(caller, body),
    use: ({ caller, body }) => replies.use(caller, body.id),
    keep: ({ caller, body }) => replies.keep(caller, body),
  })
}
