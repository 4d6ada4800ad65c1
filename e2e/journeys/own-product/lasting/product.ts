import { journeysOnOwnProduct } from '../../../support/journey.ts'

/** Journeys of this folder leave agents, enterprises and settings behind, but not in each other's way: one product serves them all. */
export const journey = journeysOnOwnProduct()
