/** `editableEntIds` is the comma-separated runtime list of enterprises that may edit templates. */
export function canEditTemplate(entId: string, editableEntIds: string | undefined): boolean {
  const allowed = (editableEntIds ?? '').split(',').map((id) => id.trim())
  return entId !== '' && allowed.includes(entId)
}
