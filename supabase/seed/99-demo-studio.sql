-- Records that this studio has demo data, which an admin may remove to start with their own.

insert into private.demo_studio default values;
