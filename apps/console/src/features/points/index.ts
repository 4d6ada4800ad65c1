export { PointsWidget } from './components/points-widget.tsx'
export { PointsGate } from './points-gate.tsx'
export { onPointsEvent } from './points.events.ts'
export { useEntAccount } from './points.queries.ts'
