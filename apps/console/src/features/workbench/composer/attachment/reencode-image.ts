export async function redrawAsPng(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], file.name.replace(/(\.\w+)?$/u, '.png'), { type: 'image/png' })
}
