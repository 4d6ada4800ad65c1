import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EntId, Instant, RelationId } from './ids.ts'

export const Enterprise = z.object({
  entId: EntId,
  name: z.string(),
  shortName: z.string(),
  timezone: z.string(),
  createdAt: Instant,
})
export type Enterprise = z.infer<typeof Enterprise>

export const enterpriseApi = {
  detail: endpoint({
    method: 'GET',
    path: '/v1/ent/enterprise/detail',
    access: 'login',
    summary: '企业信息',
    data: Enterprise,
  }),
  /** Null until a channel account was bound once. */
  hasSuccessBound: endpoint({
    method: 'GET',
    path: '/v1/ent/enterprise/has-success-bound',
    access: 'login',
    summary: '企业是否绑定过渠道账号',
    data: z.object({ relationId: RelationId, name: z.string(), boundAt: Instant }).nullable(),
  }),
}
