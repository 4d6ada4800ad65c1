export { actionsOf, useActionsOf, type CustomerActions } from './customer-actions.ts'
export { takeAnswer } from './customer-cache.ts'
export * from './customer.events.ts'
export {
  useArchive,
  useBlock,
  useMarkUnread,
  useReceive,
  useRedirect,
  useRelease,
  useSetAiStatus,
  useSetAutoEnable,
  useSetStar,
  useSetSticky,
  useSetWorkflowStatus,
} from './customer.mutations.ts'
export { customerKeys, type Viewers } from './customer-keys.ts'
export { useCustomer, useMyUnread, useViewers } from './customer.queries.ts'
export { useRedirectDialog } from './use-redirect-dialog.tsx'
