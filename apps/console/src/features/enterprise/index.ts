export { boundKey, readTimeZone, useEnterpriseName, useFirstBound, useTimeZone } from './enterprise.queries.ts'
