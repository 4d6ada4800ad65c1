export { createRewriteService } from './rewrite.service.ts'
export { createSummaryService, type SummaryService } from './summary.service.ts'
export { createSuggestService, type SuggestService } from './suggest.service.ts'
