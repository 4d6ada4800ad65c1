export { type ActionContext, type ActionDeps, type ActionDone } from './action-context.ts'
export { checkActions, findActionProblem } from './check-actions.ts'
export { type CustomerAction, isCustomerAction, performAction } from './perform-action.ts'
