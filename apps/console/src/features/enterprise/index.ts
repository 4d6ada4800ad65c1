export {
  boundKey,
  enterpriseKey,
  readTimeZone,
  useEnterprise,
  useEnterpriseName,
  useFirstBound,
  useTimeZone,
} from './enterprise.queries.ts'
