/** Whether there is something to go back to, and forward, among what was opened in this window. */
class Trail {
  #back = $state(false);
  #forward = $state(false);

  constructor() {
    const look = (): void => {
      this.#back = window.navigation.canGoBack;
      this.#forward = window.navigation.canGoForward;
    };
    look();
    window.navigation.addEventListener('currententrychange', look);
  }

  get canGoBack(): boolean {
    return this.#back;
  }
  get canGoForward(): boolean {
    return this.#forward;
  }
}

export const trail = new Trail();
