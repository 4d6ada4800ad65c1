export { createRollupWorker } from './rollup-worker.ts'
export { statisticsExports } from './statistics-export.ts'
export { statisticsRoutes } from './statistics.routes.ts'
export { createStatisticsService, type StatisticsService } from './statistics.service.ts'
