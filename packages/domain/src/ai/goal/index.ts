export { asksFor, collectFields, readField } from './collect.ts'
export * from './contact-request.ts'
export { findCity } from './find-city.ts'
export * from './goal.ts'
