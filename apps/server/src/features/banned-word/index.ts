export { bannedWordRoutes } from './banned-word.routes.ts'
export { readWordsCard } from './banned-word.service.ts'
