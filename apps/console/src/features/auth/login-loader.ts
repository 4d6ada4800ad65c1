import { redirect } from 'react-router'
import { readSession } from '../../session/session.ts'

/** Whoever is signed in has nothing to do here. */
export const loginLoader = () => (readSession() ? redirect('/') : null)
