import { start } from './start.tsx';

// why apart from `start`: this script is another one with each release, what it starts is not (scripts/script-names.ts).
start();
