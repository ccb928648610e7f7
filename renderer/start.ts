import { mount } from 'svelte';
import App from './App.svelte';

/** Puts the desk on the page, once its language is known. */
export function start(target: HTMLElement): void {
  mount(App, { target });
}
