import type { Attachment } from 'svelte/attachments';

/** Takes files that are dragged onto an element; of anything else that is dragged it knows nothing. */
export function fileDrop(
  ondrop: (file: File) => void,
  /** A file is held over it, or no longer. */
  onover: (isOver: boolean) => void,
): Attachment<HTMLElement> {
  return (node) => {
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      onover(true);
    };
    const leave = (event: DragEvent): void => {
      // Going over to a child is not leaving.
      if (event.relatedTarget instanceof Node && node.contains(event.relatedTarget)) return;
      onover(false);
    };
    const drop = (event: DragEvent): void => {
      onover(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) ondrop(file);
    };
    node.addEventListener('dragenter', over);
    node.addEventListener('dragover', over);
    node.addEventListener('dragleave', leave);
    node.addEventListener('drop', drop);
    return () => {
      node.removeEventListener('dragenter', over);
      node.removeEventListener('dragover', over);
      node.removeEventListener('dragleave', leave);
      node.removeEventListener('drop', drop);
    };
  };
}
