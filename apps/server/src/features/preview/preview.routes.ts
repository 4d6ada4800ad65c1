import { previewApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { PreviewService } from './preview.service.ts'

export function previewRoutes(app: FastifyInstance, deps: ImplementDeps, previews: PreviewService): void {
  implement(app, deps, 'AI 预览', previewApi, {
    start: ({ caller, body }) => previews.start(caller, body.subSourceId, body.source),
    chat: ({ caller, body: { convId, ...asked } }) => previews.chat(caller, convId, asked),
    restart: ({ caller, body }) => previews.restart(caller, body.convId),
    exit: ({ caller, body }) => previews.exit(caller, body.convId),
    feedback: ({ caller, body: { convId, ...rated } }) => previews.rate(caller, convId, rated),
    keep: ({ caller, body: { convId, ...kept } }) => previews.keep(caller, convId, kept),
  })
  app.addHook('onClose', () => previews.close())
}
