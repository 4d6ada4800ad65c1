import type { customerApi } from '@ruwu/contract'
import type { Handlers } from '../platform/http/implement.ts'
import type { BatchService } from './batch.service.ts'
import type { OwnerService } from './owner.service.ts'
import type { PostponeService } from './postpone.service.ts'
import type { StatusService } from './status.service.ts'
import type { GroupService } from './transfer-group.ts'
import type { TargetService } from './transfer-targets.ts'
import type { Viewing } from './viewing.ts'

export type ReceptionParts = {
  owners: OwnerService
  statuses: StatusService
  postpones: PostponeService
  targets: TargetService
  groups: GroupService
  batches: BatchService
  viewing: Viewing
}

export const receptionHandlers = (
  parts: ReceptionParts,
): Pick<
  Handlers<typeof customerApi>,
  | 'receive'
  | 'release'
  | 'redirect'
  | 'listTargets'
  | 'listGroups'
  | 'archive'
  | 'postpone'
  | 'setAiStatus'
  | 'setWorkflowStatus'
  | 'setAutoEnable'
  | 'block'
  | 'listBlocked'
  | 'batch'
  | 'viewing'
> => ({
  receive: ({ caller, body }) => parts.owners.receive(caller, body),
  release: ({ caller, body }) => parts.owners.release(caller, body.customerId),
  redirect: ({ caller, body }) => parts.owners.redirect(caller, body),
  listTargets: ({ caller, body }) => parts.targets.list(caller, body.customerId),
  listGroups: ({ caller, body }) => parts.groups.list(caller, body.customerIds),
  archive: ({ caller, body }) => parts.statuses.archive(caller, body.customerId, body),
  postpone: ({ caller, body: { customerId, until, ...how } }) =>
    parts.postpones.postpone(caller, customerId, { ...how, until: until === null ? null : new Date(until) }),
  setAiStatus: ({ caller, body }) => parts.statuses.setAi(caller, body.customerId, body.enableAi),
  setWorkflowStatus: ({ caller, body }) => parts.statuses.setWorkflow(caller, body.customerId, body),
  setAutoEnable: ({ caller, body }) => parts.statuses.stopReturn(caller, body.customerId),
  block: ({ caller, body }) => parts.statuses.block(caller, body.customerId, body.block),
  listBlocked: ({ caller, body }) => parts.statuses.listBlocked(caller, body),
  batch: ({ caller, body }) => parts.batches.run(caller, body),
  viewing: ({ caller, body }) => parts.viewing.look(caller, body),
})
