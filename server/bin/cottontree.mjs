#!/usr/bin/env node
import { runServer } from '../../setup/run-server.mjs';

await runServer(process.argv.slice(2));
