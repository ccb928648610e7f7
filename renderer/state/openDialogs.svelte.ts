/** Dialogs that stand on the page: what lies below one must not go, or it would take the dialog along. */
class OpenDialogs {
  #count = $state(0);

  get any(): boolean {
    return this.#count > 0;
  }

  /** One is opened; returns the function that says it is closed. */
  add(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
    };
  }
}

export const openDialogs = new OpenDialogs();
