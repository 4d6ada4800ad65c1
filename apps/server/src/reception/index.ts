export { Viewing } from './viewing.ts'
export { receptionHandlers, type ReceptionParts } from './reception.handlers.ts'
export { createCustomerReception } from './create-customer-reception.ts'
export type { StartFlow } from './status.service.ts'
export type { HandOver } from './hand-over.ts'
export {
  changePlan,
  countSessions,
  deletePlan,
  getPlan,
  insertPlan,
  type ListedPlan,
  listMembers,
  listPlans,
  lockPlans,
  placeAccounts,
  readPlacing,
} from './plan-edit.repo.ts'
export {
  type PlanRow,
  readAccountPlan,
  readOffText,
  readPlanIds,
  readPlans,
  storeDefaultPlan,
  toPlan,
} from './plan.repo.ts'
export { countOwned } from './hand-over.repo.ts'
export { countCurrent, listOnline, lockTeammate, noteAssignment, readTeam, toBusy } from './team.repo.ts'
