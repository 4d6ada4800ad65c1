export { ClosingBanner } from './closing.tsx'
export { zoneOptions } from './company-draft.ts'
export {
  boundKey,
  enterpriseKey,
  readTimeZone,
  useEnterprise,
  useEnterpriseName,
  useFirstBound,
  useTimeZone,
} from './enterprise.queries.ts'
