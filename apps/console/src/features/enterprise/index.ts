export { ClosingBanner } from './closing.tsx'
export {
  boundKey,
  enterpriseKey,
  readTimeZone,
  useEnterprise,
  useEnterpriseName,
  useFirstBound,
  useTimeZone,
} from './enterprise.queries.ts'
