export { DeliveryLog } from './delivery-log.tsx'
export { TestResult } from './webhook-card.tsx'
export { WebhookSection } from './webhook-section.tsx'
