import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/table.css';
import App from './App.svelte';
import { preferences } from './state/preferences.svelte.ts';

const target = document.getElementById('desk');
if (target === null) throw new Error('index.html has no element with the id "desk".');
preferences.apply();
mount(App, { target });
