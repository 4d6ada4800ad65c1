export { AnswerBasis } from './components/answer-basis.tsx'
export { AnswerDialog, type QuestionAndAnswer } from './components/answer-dialog.tsx'
export { KeepAnswerDialog } from './components/keep-answer-dialog.tsx'
export { RunDialog } from './components/run-dialog.tsx'
