export { createEnterprise } from './create-enterprise.ts'
