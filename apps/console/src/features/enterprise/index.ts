export {
  boundKey,
  readTimeZone,
  useEnterprise,
  useEnterpriseName,
  useFirstBound,
  useTimeZone,
} from './enterprise.queries.ts'
