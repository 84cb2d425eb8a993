/** Saves a file that was made in the page as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // why: the browser takes the file up only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
