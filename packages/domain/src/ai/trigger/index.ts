export { describedBy, isDescribedBy } from './description.ts'
export * from './find-trigger.ts'
export { findKeyword } from './keyword.ts'
export { isNegative } from './mood.ts'
