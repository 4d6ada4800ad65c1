export { seededRandom } from '@ruwu/testkit'
